import { useNavigate, useSearch } from '@tanstack/react-router';

/** Whether the address asks for the table in place of the picture, and how to change that. */
export const useTableView = (): [boolean, (asTable: boolean) => void] => {
  const search: { view?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (asTable: boolean) =>
    void navigate({
      to: '.',
      search: ({ view: _, ...rest }) => (asTable ? { ...rest, view: 'table' as const } : rest),
      replace: true,
    });
  return [search.view === 'table', choose];
};
