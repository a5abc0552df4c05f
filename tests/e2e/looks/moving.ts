/**
 * Runs in the page. Finds endless animations far out of view. A browser also draws a screen and a
 * half around the view, so an animation there is allowed.
 */
export function movingOutOfView(): string[] {
  const near = innerHeight * 1.6
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
      const { top, bottom } = target.getBoundingClientRect()
      // The browser does not run animations in skipped content (content-visibility).
      if (!target.checkVisibility({ contentVisibilityAuto: true })) return []
      const isNear = bottom >= -near && top <= innerHeight + near
      return isNear ? [] : [`${target.tagName.toLowerCase()}.${target.classList.value} moves`]
    })
}
