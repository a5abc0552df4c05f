/**
 * WebKit always draws a picture in the light scheme. This script requests the night version of each
 * plate in a dark place, whether the system, the switch or the section makes it dark.
 */

const systemNight = matchMedia('(prefers-color-scheme: dark)')

/** Whether this element is dark: `light dark` leaves the choice to the system. */
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
