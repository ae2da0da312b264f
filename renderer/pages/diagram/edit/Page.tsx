import { Link } from '@tanstack/react-router';
import { readScadaGraph } from '../../../../server/contract/user/scada.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { words as editorWords } from '../../../parts/editor/words.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { PageFrame } from '../../../parts/PageFrame.tsx';
import { DiagramEditor } from './Editor.tsx';
import { words } from './words.ts';

/** The drawing of the plant, for those who may change it. */
export const DiagramEditPage = () => {
  const graph = useEndpoint(readScadaGraph, { query: {} });
  return (
    <PageFrame
      title={words.title}
      about={words.help.map((sentence) => <p key={sentence}>{sentence}</p>)}
      beside={<Link to="/diagram">{editorWords.leave}</Link>}
    >
      <Loaded of={graph} rows={10}>
        {(data) => <DiagramEditor graph={data} />}
      </Loaded>
    </PageFrame>
  );
};
