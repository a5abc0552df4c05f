import { forms } from '#forms/index.ts'
import type { Collection } from './collection.ts'
import * as kv from '#server/storage/kv.ts'

/** Every collection that the store has, an app's waitlist too that is no longer in content. */
export async function everyCollection(): Promise<Collection[]> {
  const names = await kv.listFolders('rec/')
  return names.flatMap((name) => {
    const form = forms.find(({ collection }) => name.split('.')[0] === collection)
    return form ? [{ form, name }] : []
  })
}
