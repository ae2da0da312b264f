import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addLoopTestPhoto, type LoopTest } from '../../../../server/contract/plant/commissioning/loopTests.ts';
import { FileButton } from '../../../parts/editor/FileButton.tsx';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { explain } from '../../../parts/states.tsx';
import { useServices } from '../../../state/services.ts';
import { toolWords as words } from '../words.ts';

const mostPhotos = 4;
const uploadMs = 60_000;

/** Photos of the display and of the instrument, four at a test. */
export const AddPhoto = ({ test: { id, photos } }: { test: Pick<LoopTest, 'id' | 'photos'> }) => {
  const { session } = useServices();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const send = (file: File) =>
    session.requestUpload(addLoopTestPhoto, { params: { id } }, file, uploadMs).then(
      () => {
        setProblem(null);
        void client.invalidateQueries();
      },
      (error: unknown) => setProblem(explain(error)),
    );
  return (
    <>
      {photos.length === 0 ? null : <span>{words.photos(photos.length)} </span>}
      {photos.length >= mostPhotos ? null : (
        <FileButton label={words.photo} accept="image/png,image/jpeg,image/webp" onFile={(file) => void send(file)} />
      )}
      <FormProblem>{problem}</FormProblem>
    </>
  );
};
