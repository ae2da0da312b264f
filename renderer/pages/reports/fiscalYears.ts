/** The running fiscal year and the four before it; a year is named by the calendar year it begins in. */
export const fiscalYears = (today: string, firstMonth: number): { year: number; label: string }[] => {
  const begun = Number(today.slice(5, 7)) >= firstMonth;
  const running = Number(today.slice(0, 4)) - (begun ? 0 : 1);
  return Array.from({ length: 5 }, (_, back) => {
    const year = running - back;
    return { year, label: firstMonth === 1 ? String(year) : `${year}-${String(year + 1).slice(2)}` };
  });
};
