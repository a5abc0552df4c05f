import { addressOf } from './use-one-open.ts'

/** What became of the copy: nothing yet, in the clipboard, or the browser refused. */
export type Copy = 'none' | 'done' | 'refused'

/** The words of the button and of its outcomes. */
export type CopyWords = { label: string; done: string; refused: string }

type Props = { id: string; copy: Copy; onCopy: (copy: Copy) => void; words: CopyWords }

/** Copies the address of one answer. It shows once the code is there (pages/_faqs/Questions.astro). */
export function CopyLink({ id, copy, onCopy, words }: Props) {
  async function copyAddress() {
    // A repeated message is announced again if it was gone.
    onCopy('none')
    try {
      await navigator.clipboard.writeText(addressOf(id))
      onCopy('done')
    } catch {
      onCopy('refused')
    }
  }

  return (
    <p className="copy-link">
      <button type="button" onClick={() => void copyAddress()}>
        {words.label}
      </button>
      <span role="status">
        {copy === 'done' && words.done}
        {copy === 'refused' && (
          <>
            {words.refused} <a href={`#${id}`}>{addressOf(id)}</a>
          </>
        )}
      </span>
    </p>
  )
}
