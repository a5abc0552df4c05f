/**
 * Runs in the page with forced colours. Finds lines that are too tight: the browser paints a
 * background under each line, and it covers the foot of the line above.
 */
export function coveredLines(): string[] {
  const covered = [...document.querySelectorAll('h1,h2,h3,h4,p,b,blockquote')].filter((element) => {
    const { lineHeight, fontSize, forcedColorAdjust } = getComputedStyle(element)
    const isTight = parseFloat(lineHeight) < parseFloat(fontSize) * 0.97
    const hasLines = element.getBoundingClientRect().height > parseFloat(lineHeight) * 1.5
    return isTight && hasLines && forcedColorAdjust !== 'none' && element.checkVisibility()
  })
  return covered.map(({ textContent }) => textContent.trim().slice(0, 24))
}

/**
 * Runs in the page. Finds text with too little contrast in the computed colours. It ignores
 * gradients and pictures, because every background of text has a colour too.
 */
export function paleText({ wanted, within }: { wanted: number; within: string }): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number]

  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const known = new Map<string, Colour>()
  function colourOf(css: string): Colour {
    const before = known.get(css)
    if (before) return before
    if (!pen) throw new Error('This browser draws nothing.')
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = css
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
    const colour: Colour = [red, green, blue, alpha / 255]
    known.set(css, colour)
    return colour
  }
  const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [
    r * a + R * (1 - a),
    g * a + G * (1 - a),
    b * a + B * (1 - a),
    1,
  ]
  const grounds = new Map<Element, Colour>()
  function groundOf(element: Element | null): Colour {
    if (!element) return colourOf('Canvas')
    const before = grounds.get(element)
    if (before) return before
    const own = colourOf(getComputedStyle(element).backgroundColor)
    const ground = own[3] === 1 ? own : over(own, groundOf(element.parentElement))
    grounds.set(element, ground)
    return ground
  }
  function light([red, green, blue]: Colour) {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  function ratio(one: Colour, other: Colour) {
    const [bright = 0, dark = 0] = [light(one), light(other)].sort((a, b) => b - a)
    return (bright + 0.05) / (dark + 0.05)
  }

  const wrong = new Set<string>()
  function judge(element: Element, style: CSSStyleDeclaration, text: string) {
    const ground = groundOf(element)
    const contrast = ratio(over(colourOf(style.color), ground), ground)
    const isLarge = parseFloat(style.fontSize) >= 24
    if (contrast < (isLarge ? Math.min(wanted, 3) : wanted)) {
      wrong.add(`${text.slice(0, 24)}: ${contrast.toFixed(2)} (${style.color})`)
    }
  }

  for (const element of document.querySelectorAll(`${within} *`)) {
    if (element.closest('svg,script,style,noscript,.visually-hidden,.honeypot,[hidden]')) continue
    if (element.closest(':disabled:not([aria-busy])')) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    const words = [...element.childNodes].filter((node) => node instanceof Text)
    const text = words.map((node) => node.textContent.trim()).join('')
    if (text) judge(element, getComputedStyle(element), text)
    if (element.matches('input:not([type=checkbox],[type=radio],[type=hidden]),textarea')) {
      judge(element, getComputedStyle(element), `value of ${element.id}`)
      const hint = element.getAttribute('placeholder')
      if (hint) judge(element, getComputedStyle(element, '::placeholder'), hint)
    }
  }
  return [...wrong]
}
