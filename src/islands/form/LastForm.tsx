import { useState } from 'react'

/**
 * A form as it was on the page when its code failed, with what was typed. No code
 * of ours belongs to it: the browser sends it by itself.
 */
export function LastForm({ of }: { of: string }) {
  const [form] = useState(() => copyOf(of))
  const place = (element: HTMLElement | null) => {
    if (form) element?.replaceChildren(form)
  }
  return <div className="native" ref={place} />
}

/** A copy keeps the text of inputs, but neither the choice of a select nor a file. */
function copyOf(selector: string): HTMLFormElement | null {
  const form = document.querySelector<HTMLFormElement>(selector)
  // A clone of a form is a form.
  const copy = form?.cloneNode(true) as HTMLFormElement | undefined
  if (!form || !copy) return null
  const selects = copy.querySelectorAll('select')
  form.querySelectorAll('select').forEach(({ value }, index) => {
    const select = selects[index]
    if (select) select.value = value
  })
  copy.hidden = false
  for (const button of copy.querySelectorAll('button')) button.disabled = false
  return copy
}
