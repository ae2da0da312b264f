/** Wells are older than a century; nothing that is planned is two centuries away. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

/** What is wrong with the year of a date that a person typed, as 0026 and 2926 for 2026; undefined where nothing is. @param date ISO 8601 */
export const typedYearFault = (date: string): string | undefined => {
  const year = Number(date.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR ? undefined : `must be in a year from ${FIRST_YEAR} to ${LAST_YEAR}`;
};
