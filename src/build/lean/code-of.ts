import { readFile } from 'node:fs/promises'

/** React draws with the classes that its own props name: no rule of ours is in there. */
const FILES = /(?:\/_astro|\.)\/(?!react\.)([\w.-]+\.js)/g

/** The code of all islands on these pages, with what that code itself asks for, now or later. */
export async function codeOf(dist: string, pages: string[]): Promise<string> {
  const named = (text: string) => [...text.matchAll(FILES)].map(([, file]) => file)
  const files = new Set(pages.flatMap(named))
  const codes: string[] = []
  for (const file of files) {
    const code = await readFile(`${dist}/_astro/${file}`, 'utf8')
    codes.push(code)
    for (const other of named(code)) files.add(other)
  }
  return codes.join('\n')
}
