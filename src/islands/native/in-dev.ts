import { frameIn } from './pages.ts'

/** What src/build/form-pages.ts makes of a build, in `npm run dev`: from the current source. */
export { render } from './RefusedForm.tsx'

export const frame = async () => {
  // Functions know the server's own address (scripts/site/run-site.ts).
  const answer = await fetch(new URL('/not-sent', process.env['URL']))
  return frameIn(await answer.text())
}

/** In `npm run dev` pages have no headers of their own. */
export const headers = {}
