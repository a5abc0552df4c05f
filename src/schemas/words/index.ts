import type { z } from 'astro/zod'

import { formSchemas } from './forms.ts'
import { about } from './pages/about.ts'
import { app } from './pages/app.ts'
import { article, articleNotFound, blogs } from './pages/blogs.ts'
import { careers, role } from './pages/careers.ts'
import { contact } from './pages/contact.ts'
import { eir } from './pages/eir.ts'
import { faqs } from './pages/faqs.ts'
import { home } from './pages/home.ts'
import { investors } from './pages/investors.ts'
import { legal } from './pages/legal.ts'
import { portfolio, venture, venturePage } from './pages/portfolio.ts'
import { whatWeDo } from './pages/what-we-do.ts'
import { llms, navigation, notFound, shared } from './site.ts'

/** The files that hold the site’s words, by their path in content/ without the ending. */
export const wordSchemas = {
  words: shared,
  navigation,
  venture,
  'pages/home': home,
  'pages/about': about,
  'pages/what-we-do': whatWeDo,
  'pages/portfolio': portfolio,
  'pages/venture': venturePage,
  'pages/blogs': blogs,
  'pages/article': article,
  'pages/article-not-found': articleNotFound,
  'pages/careers': careers,
  'pages/role': role,
  'pages/faqs': faqs,
  'pages/contact': contact,
  'pages/investors': investors,
  'pages/eir': eir,
  'pages/app': app,
  'pages/legal': legal,
  'pages/404': notFound,
  'pages/llms': llms,
  ...formSchemas,
}

/** What is read of each file. */
export type Words = { [F in keyof typeof wordSchemas]: z.output<(typeof wordSchemas)[F]> }
