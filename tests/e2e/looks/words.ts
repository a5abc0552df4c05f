/** Ignored: text for machines, typed text, moving or scrolling text, and mail addresses. */
export const ELSEWHERE =
  'script,style,option,textarea,.visually-hidden,.honeypot,.tape,.strip,.site-bar,[href^=mailto]'

/** Runs in the page. Finds words that break across two lines. */
export function brokenWords(elsewhere: string): string[] {
  const broken: string[] = []
  const range = document.createRange()
  const lines = () => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    const element = node.parentElement
    if (!node.data.trim() || !element?.checkVisibility() || element.closest(elsewhere)) continue
    range.selectNodeContents(node)
    if (lines() < 2) continue
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (lines() > 1) broken.push(`“${word}” of “${node.data.trim().slice(0, 32)}”`)
    }
  }
  return broken
}

/** Runs in the page. Finds text outside the page's columns. */
export function besideTheMeasure(elsewhere: string): string[] {
  const measure = document.querySelector('main .measure')?.getBoundingClientRect()
  if (!measure) return ['no measure']
  const beside: string[] = []
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const element = node.parentElement
    const text = node.textContent?.trim()
    if (!text || !element?.checkVisibility() || element.closest(elsewhere)) continue
    // Large letters start a little inside their box, so the design moves them out by that.
    const allowed = 2 + parseFloat(getComputedStyle(element).fontSize) * 0.08
    range.selectNodeContents(node)
    const isBeside = [...range.getClientRects()].some(
      ({ left, right, width }) =>
        width > 1 && (left < measure.left - allowed || right > measure.right + allowed),
    )
    if (isBeside) beside.push(`“${text.slice(0, 32)}”`)
  }
  return beside
}
