import type { Loader } from 'astro/loaders'

import { type ArticleFolders, loadArticles } from './load.ts'

/** Loads articles into Astro's content layer. A build logs what it leaves out; `npm run dev` shows it. */
export const articleLoader = (folders: ArticleFolders): Loader => ({
  name: 'articles',
  async load({ store, logger, watcher }) {
    const { articles, remarks } = await loadArticles(folders)
    store.clear()
    for (const article of articles) store.set({ id: article.slug, data: article })
    if (watcher && remarks.length > 0) throw new Error(remarks.join('\n'))
    for (const remark of remarks) logger.warn(remark)
  },
})
