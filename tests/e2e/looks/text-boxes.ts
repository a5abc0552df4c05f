/** Runs in the page. Finds text beyond the page, text over other text, and columns that touch. */
export function misplacedText({ gap }: { gap: number }): string[] {
  type Box = { left: number; right: number; top: number; bottom: number; of: Element; text: string }

  /** A text box belongs to the nearest of these elements. */
  const PIECE =
    'h1,h2,h3,h4,p,li,dt,dd,th,td,summary,label,legend,button,figcaption,blockquote,small,em,span,b,a'
  /** Boxes within one of these elements may touch. */
  const LINE = 'p,h1,h2,h3,li a'
  /** Boxes in these elements need the gap between columns. */
  const COLUMN = 'h1,h2,h3,p,dd,.lead,p *,h1 *,h2 *,.register *'
  /** Ignored: moving, scrolling or sticky text, and text for machines. */
  const ELSEWHERE = '.tape,.strip,.site-bar,.visually-hidden,.honeypot,option,script,style'

  const sticks = (element: Element | null): boolean =>
    element !== null &&
    (/sticky|fixed/.test(getComputedStyle(element).position) || sticks(element.parentElement))

  const boxes: Box[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const text = node.textContent?.trim()
    const element = node.parentElement
    if (!text || !element || element.closest(ELSEWHERE) || sticks(element)) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const size = parseFloat(getComputedStyle(element).fontSize)
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (width < 1) continue
      // The drawn text is lower than its line box.
      const middle = (top + bottom) / 2
      const half = Math.min(bottom - top, size * 0.72) / 2
      const of = element.closest(PIECE) ?? element
      boxes.push({ left, right, top: middle - half, bottom: middle + half, of, text })
    }
  }

  const wrong: string[] = []
  const quoted = ({ text }: Box) => `“${text.slice(0, 24)}”`
  const end = document.documentElement.clientWidth
  for (const box of boxes) {
    if (box.left > -2 && box.right < end + 2) continue
    wrong.push(`${quoted(box)} from ${Math.round(box.left)} to ${Math.round(box.right)} of ${end}`)
  }

  const areOne = (one: Element, other: Element) =>
    one.contains(other) ||
    other.contains(one) ||
    (one.closest(LINE) !== null && one.closest(LINE) === other.closest(LINE))

  boxes.sort((one, other) => one.top - other.top)
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (other.top >= one.bottom - 1) break
      if (areOne(one.of, other.of)) continue
      const between = Math.max(one.left, other.left) - Math.min(one.right, other.right)
      const wanted = one.of.matches(COLUMN) && other.of.matches(COLUMN) ? gap : -1
      if (between < wanted) {
        wrong.push(`${quoted(one)} and ${quoted(other)}: ${Math.round(between)} px between`)
      }
    }
  })
  return [...new Set(wrong)]
}

/** Runs in the page. Finds marks whose text leaves the screen while they slide in. */
export async function marksOffScreen(): Promise<string[]> {
  const wrong: string[] = []
  for (const mark of document.querySelectorAll('.mark > p')) {
    scrollTo(0, scrollY + mark.getBoundingClientRect().top - innerHeight + 40)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const { left, right } = mark.getBoundingClientRect()
    if (left < 0 || right > innerWidth) wrong.push(`${mark.textContent.trim()} at ${left}`)
  }
  return wrong
}
