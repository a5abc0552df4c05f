import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FormPages } from '#forms/judging/refused.ts'
import { formPagesOf } from '#publication/build-file.ts'

/**
 * The pages with which a form answers where no script runs, as the build has made them. Local
 * servers set FORM_PAGES; a deploy has the file of `dist`. Loaded with the first refused form, so
 * that no other request waits for React.
 */
export const formPages = (): Promise<FormPages> => {
  const file = process.env['FORM_PAGES'] || pathToFileURL(resolve(formPagesOf('dist'))).href
  return import(/* @vite-ignore */ file) as Promise<FormPages>
}
