import { Link } from '@tanstack/react-router';
import { readBalanceGraph } from '../../../../server/contract/user/waterBalance.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { words as editorWords } from '../../../parts/editor/words.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { PageFrame } from '../../../parts/PageFrame.tsx';
import { BalanceEditor } from './Editor.tsx';
import { words } from './words.ts';

/** The graph of the water balance, for those who may change it. */
export const BalanceEditPage = () => {
  const graph = useEndpoint(readBalanceGraph, {});
  return (
    <PageFrame
      title={words.title}
      about={words.help.map((sentence) => <p key={sentence}>{sentence}</p>)}
      beside={<Link to="/balance">{editorWords.leave}</Link>}
    >
      <Loaded of={graph} rows={10}>
        {(data) => <BalanceEditor graph={data} />}
      </Loaded>
    </PageFrame>
  );
};
