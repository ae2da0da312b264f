/** A day, a month, a year. */
export const period = {
  label: 'Period',
  names: { day: 'Day', month: 'Month', year: 'Year' },
  previous: { day: 'Day before', month: 'Month before', year: 'Year before' },
  next: { day: 'Next day', month: 'Next month', year: 'Next year' },
};
