/** Where a one-time link leads; its secret follows the #, so that no log has it. */
export const choosePasswordPath = '/choose-password';
