/** Where a ticket opens the executive summary without a login; the ticket follows the #, so that no log has it. */
export const sharedPath = '/shared/executive';
