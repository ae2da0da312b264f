/** A balance of 500 nodes in 25 columns, each joined to the one before it. */
export const largeBalance = (version: number) => {
  const nodes = Array.from({ length: 500 }, (_, at) => ({
    id: `n${at}`,
    type: at === 0 ? 'source' : 'process',
    label: `Node ${at}`,
    unitIds: [] as string[],
    position: { x: (at % 25) * 260, y: Math.floor(at / 25) * 160 },
  }));
  const edges = nodes.slice(1).map(({ id }, at) => ({ id: `e${at}`, source: `n${at}`, target: id, unitIds: [] as string[] }));
  return { prefix: '', docType: 'waterBalance', version, layout: { direction: 'LR', zoom: 1 }, nodes, edges };
};

/** A diagram with one page, Large, of 500 symbols. */
export const largeDiagram = () => {
  const nodes = Array.from({ length: 500 }, (_, at) => ({
    id: `n${at}`,
    kind: at % 5 === 0 ? 'tank' : 'meter',
    label: `Symbol ${at}`,
    x: (at % 25) * 220,
    y: Math.floor(at / 25) * 150,
    w: 158,
    h: 64,
  }));
  const edges = nodes.slice(1).map(({ id }, at) => ({ id: `e${at}`, source: `n${at}`, target: id }));
  return {
    prefix: '',
    docType: 'scadaWaterBalance',
    version: 7,
    pages: [{ id: 'p', name: 'Large', level: 1, width: 5500, height: 3000, nodes, edges }],
  };
};
