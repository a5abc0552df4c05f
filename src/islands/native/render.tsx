import { renderToStaticMarkup } from 'react-dom/server'
import type { Refused } from '#forms/judging/refused.ts'
import { RefusedForm } from './RefusedForm.tsx'

/** What functions load of a build (src/build/form-pages.ts): a form that was not stored, as HTML. */
export const render = (refused: Refused): string =>
  renderToStaticMarkup(<RefusedForm {...refused} />)
