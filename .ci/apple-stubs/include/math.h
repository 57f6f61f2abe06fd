// math.h of Libm.
#pragma once
double log(double);
double exp(double);
double pow(double, double);
double sqrt(double);
