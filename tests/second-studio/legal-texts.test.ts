import { expect, test } from 'vitest'

import { all, pages, text } from '../build/built-pages.ts'
import { sentencesOf, sentencesWith } from '../build/policy-sentences.ts'

/** What this studio promises in its legal texts: each sum, day and place of studio.yaml. */
const PROMISED = {
  '/privacy-policy': [
    'gone after 55 days',
    'from backups within 75 days',
    'account stay 10 years',
    'We do so within 20 days',
    'below 17',
    'hear of it within 36 hours',
    'stands here 25 days before',
    'Rua do Freixo 1071',
  ],
  '/terms': [
    'Letters within 48 hours',
    'investors within one business day',
    'residency within three business days',
    'Up to EUR 450',
    'in the last 9 months',
    'courts of Porto',
    'stands here 25 days ahead',
  ],
}

const read = (path: string) => {
  const page = pages.find((one) => one.path === path)
  const [main] = page ? all(page, 'main') : []
  return (main ? text(main) : '').replaceAll(/\s+/g, ' ')
}

test.each(Object.entries(PROMISED))('%s promises what the studio does', (path, promised) => {
  for (const one of promised) expect(read(path)).toContain(one)
})

test.each(Object.keys(PROMISED))('%s has every sentence of its file', (path) => {
  const file = `content/legal${path}.mdx`
  const others = sentencesWith('reCAPTCHA', file)
  const sentences = sentencesOf(file).filter((one) => !others.includes(one))
  expect(sentences.length).toBeGreaterThan(10)
  for (const sentence of sentences) expect(read(path)).toContain(sentence)
  for (const sentence of others) expect(read(path)).not.toContain(sentence)
})

test('the texts have the day on which they took effect', () => {
  for (const path of Object.keys(PROMISED)) expect(read(path)).toContain('2 February 2026')
})
