/** An industry that a user's executive summary covers besides the own one. */
export interface ExecutiveGrantTable {
  user_id: string;
  industry_id: string;
}

/** An industry that a user has pinned. */
export interface ExecutivePinTable {
  user_id: string;
  industry_id: string;
}

/** A ticket that was used; kept until it would have expired. */
export interface ExecutiveTicketTable {
  jti: string;
  expires_at: number;
}
