import { relative, resolve } from 'node:path'

import type { Loader } from 'astro/loaders'

import { type ArticleFolders, loadArticles } from './load.ts'

/** Loads articles into Astro's content layer and logs what it leaves out. */
export const articleLoader = (folders: ArticleFolders): Loader => ({
  name: 'articles',
  async load({ store, logger, watcher }) {
    const refresh = async () => {
      const { articles, remarks } = await loadArticles(folders)
      store.clear()
      for (const article of articles) store.set({ id: article.slug, data: article })
      for (const remark of remarks) logger.warn(remark)
    }
    await refresh()

    const folder = resolve(folders.articles)
    watcher?.add(folder)
    watcher?.on('all', (_, path) => {
      if (!relative(folder, path).startsWith('..')) void refresh()
    })
  },
})
