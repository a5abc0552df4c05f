import { expect, test } from 'vitest'

import type { Words } from '../../src/schemas/words/index.ts'
import { apps, shown, studio, words } from '../content.ts'
import { plainText } from './policy-sentences.ts'

const { model, promises, values } = studio

/**
 * What the specification of this site fixes word for word. All other tests read the content, so this
 * one alone fails if an editor changes such a text. An arrow stands between a link and its address.
 */
const SPECIFIED: Partial<Record<keyof Words, string[]>> = {
  words: ['Loading article...', 'Loading articles...'],
  navigation: [
    'Contact Us → /contact',
    'Studio',
    'About → /about',
    'What We Do → /what-we-do',
    'FAQs → /faqs',
    'Ventures',
    'Portfolio → /portfolio',
    'Blogs & Research → /blogs',
    'Partner With Us',
    'Investor Partnerships → /investors',
    'EIR Program → /eir',
    'Careers → /careers',
    'Contact → /contact',
    'Explore',
    'Blogs → /blogs',
    'More',
    'Investor Connect → /investors',
    'EIR Partnership → /eir',
    'App Privacy & AI Policy → /app-policy',
    '→ /privacy-policy',
    '→ /terms',
  ],
  venture: [
    'All Ventures',
    'Deep Tech',
    'Close venture details',
    'Learn more / Join waitlist',
    'Visit website',
  ],
  'pages/home': [
    'from 0',
    'to 10',
    'Investor partnerships → /investors',
    'Build with us as an EIR → /eir',
    'Book a studio intro → /contact',
    'Venture engine',
    'Operator pods',
    'Capital architecture',
    'Design lab',
    'Data signals',
    'SaaS scaleups',
    'Climate innovation',
    'Future of work',
    'AI infrastructure',
    'Fintech orchestration',
    'Explore the studio model → /what-we-do',
    'Discovery and validation',
    `${model.discoveryWeeks}-week sprint`,
    'Build and launch',
    `${model.sprintWeeks}-week sprint`,
    'Scale and fundraise',
    'ongoing',
    model.ticket,
    model.stages,
    `Embedded squads, ${model.embeddedMonths} months`,
    model.geography,
    'Explore the full portfolio → /portfolio',
    'Talk to the studio → /contact',
  ],
  'pages/about': [
    'Ideation and validation',
    'Product and launch',
    'Growth and scale',
    'Fundraising and governance',
    '→ /portfolio',
    '→ /contact',
  ],
  'pages/what-we-do': [
    'Vision to conviction',
    'Build and launch',
    'Scale and invest',
    '→ /eir',
    '→ /investors',
    '→ /portfolio',
    '→ /contact',
  ],
  'pages/portfolio': ['portfolio retention', 'jobs created', 'markets'],
  'pages/contact': ['→ /careers', '→ /portfolio', '→ /blogs', 'Explore Careers → /careers'],
  'pages/blogs': ['In this issue', 'Suggest a topic → /contact', 'Latest stories'],
  'pages/article': ['Studio Partner', '→ /blogs', '→ /contact'],
  'pages/article-not-found': [
    'Article not found',
    "The article you're looking for doesn't exist.",
    'Back to all articles → /blogs',
  ],
  'pages/careers': [
    'View open roles → #roles',
    'Introduce yourself → #form',
    'View role brief',
    'Apply',
    'now',
    'Share your profile → #form',
    'How we work',
    'Benefits designed for builders',
    'Hiring process',
    'Intro conversation',
    'Deep-dive interview',
    'Working session',
    'Offer and onboarding',
  ],
  'pages/faqs': [
    `Avg. response time < ${promises.faqReply}`,
    'markets',
    'active builds',
    '→ /contact',
    '→ /portfolio',
    '→ /careers',
  ],
  'pages/investors': ['→ /portfolio', '→ /what-we-do'],
  'pages/eir': ['Who thrives here', 'Week 1', 'Weeks 2–6', 'Weeks 7–12', '→ /what-we-do'],
  'pages/app': ['Google Play Store', 'How it works', 'Coming soon'],
  'forms/contact': ['Sending...', 'Message Sent!', 'Send another message', 'Clear'],
  'forms/careers': ['Submitting...', 'Upload a PDF up to 4 MB', 'Remove'],
  'forms/investor': ['Submitting...'],
  'forms/eir': ['Submitting...'],
  'forms/waitlist': [
    'Joining…',
    'You’re on the list.',
    'You’re already on the list.',
    'Something went wrong. Try again.',
  ],
}

/** All texts below a key, and each link with its address. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [shown(value)]
  if (typeof value !== 'object' || value === null) return []
  const { label, href } = value as { label?: string; href?: string }
  const link = href === undefined ? [] : [`${label} → ${href}`, `→ ${href}`]
  return [...link, ...Object.values(value).flatMap(textsIn)]
}

test.each(Object.entries(SPECIFIED))('content/%s.yaml has its specified texts', (file, texts) => {
  const found = textsIn(words(file as keyof Words))
  expect(texts.filter((text) => !found.includes(text))).toEqual([])
})

test('each form’s thanks and the home page say when the studio replies', () => {
  const { contactReply, investorReply, eirReply } = promises
  expect(shown(words('pages/home').call.lead)).toContain(`next steps within ${contactReply}`)
  const { promise } = words('forms/investor').sent
  expect(promise['Yes - send me the data room']).toMatch(/data room and next steps/)
  for (const one of Object.values(promise)) expect(one).toContain(`within ${investorReply}`)
  expect(words('forms/eir').sent.promise).toContain(`within ${eirReply}`)
})

test('values, guilds and focus areas have their specified names', () => {
  const names = [...values, ...model.guilds].map(({ name }) => name)
  expect([...names, ...model.focusAreas]).toEqual([
    'Operator-first',
    'Velocity with rigor',
    'Founder obsession',
    'Learning compounds',
    'Discovery',
    'Product',
    'GTM',
    'Capital and Ops',
    'Commerce infrastructure',
    'Fintech',
    'Sustainable systems',
    'Consumer experiences',
  ])
})

test('each app’s waitlist has its specified slug', () => {
  expect(apps.map(({ id, waitlist }) => [id, waitlist])).toEqual([
    ['founders-journal', 'founders-journal'],
    ['fundraise-copilot', 'fundraise-coach'],
    ['calmist', 'calmist'],
  ])
})

test('the legal texts name what they are about', () => {
  const policy = plainText('content/legal/privacy-policy.mdx')
  const named = [
    'Digital Personal Data Protection Act, 2023',
    'data principal',
    'grievance contact',
  ]
  for (const name of named) expect(policy).toContain(name)
  const { liabilityCap, feeMonths } = studio.legal
  expect(plainText('content/legal/terms.mdx')).toContain(
    `the greater of ${liabilityCap} or the fees you paid us for it in the ${feeMonths} months before`,
  )
  const appPolicy = plainText('content/legal/app-policy.mdx')
  const ours = ['Founder’s Journal', 'Fundraise Copilot', 'Calmist']
  for (const app of ours) expect(appPolicy).toContain(app)
})
