/** Runs in the page. Finds endless animations that nobody sees: out of view, or in a box without a size. */
export function movingOutOfView(): string[] {
  return document
    .getAnimations()
    .filter(
      ({ timeline, playState }) => timeline instanceof DocumentTimeline && playState === 'running',
    )
    .flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect) || !effect.target) return []
      // A finite animation ends by itself.
      if (effect.getComputedTiming().iterations !== Infinity) return []
      const { target } = effect
      const { top, bottom, width } = target.getBoundingClientRect()
      const isSeen = width > 0 && bottom >= 0 && top <= innerHeight
      return isSeen ? [] : [`${target.tagName.toLowerCase()}.${target.classList.value} moves`]
    })
}
