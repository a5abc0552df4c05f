import { useRef } from 'react'
import { local } from '../parts/display.tsx'
import { useWindowEvent } from '../parts/use-keys.ts'

/**
 * While the page is printed, its dialogs are parts of it: a modal dialog is above the page, and ends
 * with the first sheet. Below a question they stay where they are..
 */
export function useDialogsOnPaper() {
  const laid = useRef<HTMLDialogElement[]>([])
  const focused = useRef<Element>(null)
  useWindowEvent('beforeprint', () => {
    if (document.querySelector('dialog.confirm:modal')) return
    focused.current = document.activeElement
    // The outer one comes first.
    laid.current = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')]
    for (const dialog of laid.current) {
      dialog.dataset['printed'] = `Printed on ${local.format(Date.now())}`
      dialog.close()
      dialog.show()
    }
  })
  useWindowEvent('afterprint', () => {
    for (const dialog of laid.current) {
      dialog.close()
      dialog.showModal()
    }
    if (laid.current.length > 0 && focused.current instanceof HTMLElement) focused.current.focus()
    laid.current = []
  })
}
