/** Where a ticket opens the executive summary without a login; the ticket stands behind the #, so that no log has it. */
export const sharedPath = '/shared/executive';
