import { forms } from '#forms/index.ts'
import { Stop } from '../site/command.ts'
import { answers, fetchFrom, type Check } from './check.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** Checks of the forms. Nothing is stored. */
export function formChecks(site: string): Check[] {
  const post = (form: string, headers: Record<string, string>, body: string) =>
    fetchFrom(site, `/api/forms/${form}`, { method: 'POST', headers, body })
  const another = { ...JSON_TYPE, origin: 'https://another.example' }
  return [
    answers('A form that is only read', 405, () => fetchFrom(site, '/api/forms/contact')),
    answers('A form that is not JSON', 415, () => post('contact', {}, 'a=b')),
    answers('A form without answers', 422, () => post('contact', JSON_TYPE, '{}')),
    answers('A form from another site', 403, () => post('contact', another, '{}')),
    answers('A form that is not there', 404, () => post('nothing', JSON_TYPE, '{}')),
    { what: 'Every form gets its challenge', run: () => challenges(site) },
  ]
}

async function challenges(site: string): Promise<string> {
  for (const { captchaAction } of forms) {
    const { status } = await fetchFrom(site, `/api/forms/challenge?action=${captchaAction}`)
    if (status === 503) throw new Stop('503: the functions can’t reach Netlify Blobs.')
    if (status !== 200) throw new Stop(`${captchaAction} is ${status}.`)
  }
  return `${forms.length} forms`
}
