import type { Waiting } from '../../api/waiting/use-patience.ts'
import { Loading } from '../Loading.tsx'
import { ReadSoFar } from './ReadSoFar.tsx'

type Props = { words: string; waiting: Waiting; then: string }

/** What is being waited for. It is said once: how far it has come is there to be looked at. */
export const Waits = ({ words, waiting, then }: Props) => (
  <>
    <Loading words={words} />
    {waiting && waiting !== 'unknown' && <ReadSoFar {...waiting} then={then} />}
  </>
)
