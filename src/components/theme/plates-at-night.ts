/**
 * WebKit draws a picture in the light, whatever scheme the page has. There every plate whose place
 * is dark, by the system, by the switch or by its section, is asked for by its address for the night.
 */

const systemNight = matchMedia('(prefers-color-scheme: dark)')

/** Whether it is dark where this stands: `light dark` leaves it to the system. */
function isNightAt(place: Element): boolean {
  const { colorScheme } = getComputedStyle(place)
  return colorScheme.includes('dark') && (!colorScheme.includes('light') || systemNight.matches)
}

function draw(): void {
  for (const plate of document.querySelectorAll<HTMLImageElement>('img[src^="/plates/"]')) {
    const asked = plate.getAttribute('src') ?? ''
    const [path = ''] = asked.split('#')
    const wanted = isNightAt(plate) ? `${path}#night` : path
    if (wanted !== asked) plate.src = wanted
  }
}

draw()
systemNight.addEventListener('change', draw)
document.addEventListener('change', draw)
new MutationObserver(draw).observe(document.body, {
  ...{ subtree: true, childList: true },
  attributeFilter: ['src'],
})
