import { expect, test } from 'vitest'

import { confirmList, howMany, type Mark, marksIn } from './to-confirm.ts'

const mark: Mark = {
  file: 'content/studio.yaml',
  isGrave: true,
  fact: 'the name is a working name',
  shownOn: 'every page',
  replaceBy: 'the name',
}

test('a mark is one line of comment, in content and in code', () => {
  const line = 'TO CONFIRM ★: the name is a working name | every page | the name'
  expect(marksIn(`studio:\n  # ${line}\n  name: A\n`, mark.file)).toEqual([mark])
  expect(marksIn(`// ${line}\nconst a = 1`, mark.file)).toEqual([mark])
  const plain = line.replace(' ★', '')
  expect(marksIn(`# ${plain}`, mark.file)).toEqual([{ ...mark, isGrave: false }])
  expect(marksIn('name: A', mark.file)).toEqual([])
})

test.each([
  '# TO CONFIRM the name',
  '# TO CONFIRM: the name | every page',
  'x: 1 # TO CONFIRM: a | b | c',
])('a mark that the list would miss stops the build: %s', (line) => {
  expect(() => marksIn(`a: 1\n${line}`, mark.file)).toThrow(
    /content\/studio\.yaml: line 2 is “.*”; it must be “# TO CONFIRM: fact/,
  )
})

test('the list groups the facts by file and counts them', () => {
  const list = confirmList([mark, { ...mark, file: 'content/a.yaml', isGrave: false }])
  expect(list).toContain('2 facts are still to be confirmed, 1 of them ★.')
  expect(list).toContain(
    '## content/studio.yaml\n\n- ★ **the name is a working name.** Shown: every page. Put there: the name.\n',
  )
  expect(list).toContain('## content/a.yaml\n\n- **the name')
  expect(howMany([mark])).toBe('1 fact is still to be confirmed, 1 of them ★')
  expect(howMany([])).toBe('every fact is confirmed')
})
