import { expect, test } from 'vitest'
import { appPage, contactAbout } from './venture.ts'

test.each([
  ["Founder's Journal", '/founders-journal'],
  ['Founder’s Journal', '/founders-journal'],
  ['THE JOURNAL OF A FOUNDER', '/founders-journal'],
  ['Fundraise Copilot', '/fundraise-copilot'],
  ['copilot to fundraise with', '/fundraise-copilot'],
  ['Calmist', '/calmist'],
  ['calmist pro', '/calmist'],
])('%s leads to its app page', (name, href) => {
  expect(appPage(name)).toBe(href)
})

test.each(['Journal', 'Founder', 'Fundraise', 'Copilot', 'Calm', 'Onebotics', 'Axel AI', ''])(
  '“%s” has no app page',
  (name) => {
    expect(appPage(name)).toBeUndefined()
  },
)

test.each(["Founder's Journal", 'Founder’s Journal', 'R&D? 100% + #1', 'ध्वनि'])(
  '“%s” goes to the contact form unchanged',
  (name) => {
    const { searchParams, hash } = new URL(contactAbout(name), 'https://studio.example')
    expect(searchParams.get('company')).toBe(name)
    expect(hash).toBe('')
  },
)
