import type { ReactNode } from 'react'
import all from 'words:forms/all-forms'
import { Boundary, Failed } from '../../boundary/Boundary.tsx'

type Props = {
  /** The selector of the form on the page. */
  of: string
  /** What a visitor reads when the code has failed. */
  stopped: string
  children: ReactNode
}

/** A form whose code may fail: then its last state stays, and can be sent. */
export const FormBoundary = ({ of, stopped, children }: Props) => (
  <Boundary
    fallback={
      <>
        <Failed reload={all.reload}>{stopped}</Failed>
        <LastForm of={of} />
      </>
    }
  >
    {children}
  </Boundary>
)

/**
 * A form as it was on the page when its code failed, with what was typed. No code of ours belongs to
 * it: the browser sends it by itself. React draws this before it removes the failed form.
 */
function LastForm({ of }: { of: string }) {
  const form = copyOf(of)
  const place = (element: HTMLElement | null) => element?.replaceChildren(form)
  return <div className="native" ref={place} />
}

/** A copy keeps the text of inputs, but neither the choice of a select nor a file. */
function copyOf(selector: string): Node | string {
  const form = document.querySelector(selector)
  // A clone of a form is a form.
  const copy = form?.cloneNode(true) as HTMLFormElement | undefined
  for (const { name, value } of form?.querySelectorAll('select') ?? [])
    Object.assign(copy?.elements.namedItem(name) ?? {}, { value })
  return copy ?? ''
}
