import { expect, test } from 'vitest'

import { articles, questions, roles, ventures } from '../content.ts'
import { all, attribute, pages, text } from './built-pages.ts'
import { type Thing, unknownIn } from './vocabulary.ts'

const thingsOf = (page: (typeof pages)[number]) =>
  all(page, 'script')
    .filter((script) => attribute(script, 'type') === 'application/ld+json')
    .flatMap((script) => (JSON.parse(text(script)) as { '@graph': Thing[] })['@graph'])

const things = new Map(pages.map((page) => [page.path, thingsOf(page)]))
const on = (path: string, type: string) =>
  (things.get(path) ?? []).filter((thing) => thing['@type'] === type)

test('schema.org knows every item on every page', () => {
  expect(unknownIn([...things.values()].flat())).toEqual([])
})

test('an unknown property, type or value is found', () => {
  const right: Thing = { '@type': 'JobPosting', title: 'Chief', datePosted: '2025-10-19' }
  const wrong: Thing[] = [
    { ...right, titel: 'Chief' },
    { ...right, '@type': 'JobPost' },
    { ...right, directApply: 'yes' },
    { ...right, jobLocation: { '@type': 'Place', city: 'Gurugram' } },
  ]
  expect(unknownIn([right, ...wrong])).toEqual([
    expect.stringContaining(`'"titel"' does not exist`),
    expect.stringContaining(`'JobPost'`),
    expect.stringContaining(`"yes"`),
    expect.stringContaining(`'"city"' does not exist`),
  ])
})

test('every reference leads to an item of the same page', () => {
  for (const [path, onPage] of things) {
    const ids = onPage.map((thing) => thing['@id'])
    const references = JSON.stringify(onPage).matchAll(/\{"@id":"([^"]+)"\}/g)
    for (const [, id] of references) expect(ids, path).toContain(id)
  }
})

test('every page names the studio, and the home page has its postal address', () => {
  const parts = [
    'streetAddress',
    'addressLocality',
    'addressRegion',
    'postalCode',
    'addressCountry',
  ]
  const [whole] = on('/', 'Organization')
  for (const part of parts) expect(whole?.['address']).toHaveProperty(part)
  for (const [path] of things) {
    const [studio] = on(path, 'Organization')
    for (const key of ['@id', 'name', 'url', 'logo']) expect(studio?.[key], path).toBe(whole?.[key])
  }
  expect(on('/', 'WebSite')).toHaveLength(1)
})

test('a role is offered to search engines on its own page, once somebody has confirmed it', () => {
  const offered = [...things.keys()].filter((path) => on(path, 'JobPosting').length > 0)
  const confirmed = roles.filter((role) => role.confirmed && role.opens)
  expect(offered.toSorted()).toEqual(confirmed.map(({ slug }) => `/careers/${slug}`).toSorted())
})

test('search engines get a venture’s year and site only once they are confirmed', () => {
  for (const { id, confirmed, founded, website } of ventures) {
    const [page] = on(`/portfolio/${id}`, 'WebPage')
    const { '@type': type, foundingDate, url } = page?.['mainEntity'] as Thing
    if (type !== 'Organization') continue
    expect({ foundingDate, url }, id).toEqual(
      confirmed
        ? { foundingDate: founded && `${founded}`, url: website }
        : { foundingDate: undefined, url: undefined },
    )
  }
})

test('the portfolio lists each app by the id of its page, and none can be had yet', () => {
  const apps = [...things.values()].flat().filter((thing) => thing['@type'] === 'MobileApplication')
  const [list] = on('/portfolio', 'ItemList')
  const items = (list?.['itemListElement'] as { item: Thing }[]).map(({ item }) => item)
  const listedApps = items.filter((item) => item['@type'] === 'MobileApplication')
  expect(listedApps.map((app) => app['@id']).toSorted()).toEqual(
    apps.map((app) => app['@id']).toSorted(),
  )
  for (const { offers } of apps)
    expect(offers).toMatchObject({ availability: 'https://schema.org/PreOrder' })
})

test('an article is a posting by the studio', () => {
  const onTheirPages = [...things].filter(([path]) => path.startsWith('/blogs/'))
  expect(onTheirPages).toHaveLength(articles.length)
  for (const [path, onPage] of onTheirPages) {
    const [studio] = on(path, 'Organization')
    const posting = onPage.find((thing) => thing['@type'] === 'BlogPosting')
    expect(posting, path).toMatchObject({ author: { '@id': studio?.['@id'] } })
    expect(posting, path).toHaveProperty('datePublished')
  }
})

test('the questions page has every answer that is for search engines', () => {
  const [faq] = on('/faqs', 'FAQPage')
  const told = faq?.['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]
  const searchable = questions.filter((question) => question.searchable)
  expect(told.map(({ name }) => name)).toEqual(searchable.map(({ question }) => question))
  for (const { acceptedAnswer } of told) expect(acceptedAnswer.text).not.toBe('')
})
