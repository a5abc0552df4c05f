import { useEffect, useRef, useState } from 'react'
import type { AnswerKind } from '#forms/answer.ts'
import { judge } from '#forms/judging/judge.ts'
import { beginsAsPdf, PDF_BEGINS_WITHIN_BYTES, resumeWords } from '#forms/resume.ts'
import type { Words } from '../../schemas/words/index.ts'
import type { SpecialProps } from './FormField.tsx'

type Props = SpecialProps & { words: Words['forms/careers']['resume'] }

/** The resume field. The chosen file is shown below it, with its size and a button to remove it. */
export function ResumeInput({ field, input: props, report, words }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()

  async function check(box: HTMLInputElement) {
    const chosen = box.files?.[0]
    const problem = chosen ? await problemWith(chosen, field.answer) : ''
    // The visitor may have chosen another file meanwhile.
    if (box.files?.[0] !== chosen) return
    setFile(problem ? undefined : chosen)
    if (!problem) return
    empty(box)
    report(problem)
  }

  function remove() {
    if (!input.current) return
    empty(input.current)
    setFile(undefined)
    input.current.focus()
  }

  useEffect(() => {
    // The visitor may have chosen a file before this code arrived.
    if (input.current?.files?.length)
      input.current.dispatchEvent(new Event('change', { bubbles: true }))
    // The form goes when its input goes.
    input.current?.form?.addEventListener('reset', () => setFile(undefined))
  }, [])

  return (
    <>
      <div className="upload">
        <input
          {...props}
          ref={input}
          className="file"
          type="file"
          accept="application/pdf,.pdf"
          onChange={({ currentTarget }) => void check(currentTarget)}
          // A reload does not keep it (sending/draft.ts).
          onInvalid={() => report(resumeWords.lost)}
        />
        <p>
          <b>{words.choose}</b> <span className="note">{words.drop}</span>
        </p>
      </div>
      {file && (
        <div className="uploaded">
          <i aria-hidden="true" />
          <p role="status">
            <b>{file.name}</b> <span className="tabular soft">{kilobytes(file.size)}</span>
          </p>
          <button type="button" className="button small" onClick={remove}>
            {words.remove}
            <span className="visually-hidden">{` ${words.what}`}</span>
          </button>
        </div>
      )}
    </>
  )
}

/** The form must notice the change like any other edit. */
function empty(input: HTMLInputElement) {
  input.value = ''
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const kilobytes = (bytes: number) =>
  `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en')} KB`

async function problemWith(file: File, wanted: AnswerKind): Promise<string> {
  const judged = judge(wanted, file)
  if ('error' in judged) return judged.error
  try {
    const beginning = await file.slice(0, PDF_BEGINS_WITHIN_BYTES).arrayBuffer()
    return beginsAsPdf(new Uint8Array(beginning)) ? '' : resumeWords.wrong
  } catch {
    return resumeWords.unreadable
  }
}
