/// What the backend of the parking app answers, as `Recordings/parking.har` has it.
enum ParkingAnswers {
    static let reservations = """
        [{"id":41,"user_id":7,"parking_spot_id":12,"starts_at":"2026-03-02T08:00:00Z","ends_at":"2026-03-02T10:00:00Z",\
        "confirmation_code":"PK-7Q4M2A","status":"active","total_price":7.50,"created_at":"2026-02-27T16:20:11Z",\
        "updated_at":"2026-03-02T08:01:37Z"},{"id":42,"user_id":7,"parking_spot_id":3,\
        "starts_at":"2026-03-02T17:30:00Z","ends_at":"2026-03-02T19:00:00Z","confirmation_code":"PK-9ZC81T",\
        "status":"confirmed","total_price":12.30,"created_at":"2026-02-28T09:05:48Z",\
        "updated_at":"2026-02-28T09:05:52Z"}]
        """

    static let created = """
        {"id":44,"user_id":7,"parking_spot_id":3,"starts_at":"2026-03-05T09:00:00Z","ends_at":"2026-03-05T11:30:00Z",\
        "confirmation_code":"PK-W6N1SJ","status":"confirmed","total_price":20.50,"created_at":"2026-03-02T08:31:03Z",\
        "updated_at":"2026-03-02T08:31:03Z"}
        """

    static let spots = """
        [{"id":3,"name":"B-03","address":"1 Harbour Street","price_per_hour":8.20,"latitude":53.5436,\
        "longitude":9.9663,"available":true},{"id":7,"name":"C-07","address":"1 Harbour Street","price_per_hour":4.00,\
        "latitude":53.5437,"longitude":9.9665,"available":false}]
        """

    static let tokens = """
        {"access_token":"access-1","refresh_token":"refresh-1","token_type":"Bearer","expires_in":900}
        """
}
