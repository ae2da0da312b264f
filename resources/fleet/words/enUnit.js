/** Words of the page of a unit in English; hiUnit.js has the same keys. */
export const unit = {
  back: (plant) => `Back to ${plant}`,
  asOf: (date) => `From the hub, as proved up to ${date}: what the unit measures now is not here.`,
  notProved: 'Nothing of it is proved yet.',
  nothing: 'The plant has no such unit.',
  period: 'Shown',
  course: (date) => `Course of ${date}`,
  when: 'When',
  total: 'Total',
  mean: 'Mean',
  least: 'Lowest',
  most: 'Highest',
  measured: 'Measured',
};
