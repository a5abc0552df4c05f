import { useEffect } from 'react'

/** Without case and without the accents of Latin letters; the length stays. */
const plain = (text: string) =>
  text
    .replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => letter.normalize('NFD').charAt(0))
    .toLowerCase()

const LONG_NUMBER = /^[+(]*\d(?:[()./-]{0,3}\d){5,}\)?$/

/**
 * The places of a search's words in a text. The server looks closer, and finds other apostrophes
 * too; such a word is found without a mark. A long number is found whatever stands between its digits.
 */
function placesIn(text: string, search: string) {
  const words = plain(search)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) =>
      LONG_NUMBER.test(word)
        ? word.replace(/\D/g, '').replace(/\B/g, '[ ()./-]{0,3}')
        : word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    // A word wins over another one that it begins with.
    .sort((a, b) => b.length - a.length)
  if (words.length === 0) return []
  return [...plain(text).matchAll(new RegExp(words.join('|'), 'g'))].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }))
}

/** So many letters before the first found word say what it is about. */
const LEAD = 16

/** The text from shortly before the first found word. */
export function nearFound(text: string, search = ''): string {
  const { from = 0 } = placesIn(text, search)[0] ?? {}
  if (from <= LEAD) return text
  return `… ${text.slice(from - LEAD, from).replace(/^\S*\s/, '')}${text.slice(from)}`
}

function rangesIn(element: Element, search: string): Range[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  while (texts.nextNode()) {
    const node = texts.currentNode
    for (const { from, to } of placesIn(node.textContent ?? '', search)) {
      const range = new Range()
      range.setStart(node, from)
      range.setEnd(node, to)
      ranges.push(range)
    }
  }
  return ranges
}

/**
 * Marks the words of the search in the elements of this selector, after each time they are drawn
 * (`::highlight(found)` in marks.css). No element is changed. Tells the first mark.
 */
export function useMarks(selector: string, search = '', onMarked?: (first: Range) => void) {
  useEffect(() => {
    // An older browser shows no marks.
    if (!search || !('highlights' in CSS)) return
    const marks = CSS.highlights.get('found') ?? new Highlight()
    CSS.highlights.set('found', marks)
    const elements = [...document.querySelectorAll(selector)]
    const ranges = elements.flatMap((element) => rangesIn(element, search))
    for (const range of ranges) marks.add(range)
    if (ranges[0]) onMarked?.(ranges[0])
    return () => {
      for (const range of ranges) marks.delete(range)
    }
  })
}
