/**
 * Runs in the page: what moves by the clock, again and again, where nobody sees it. A browser keeps
 * ready what is a screen and a half away, so only what is farther off has to stand.
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
      // What ends by itself costs nothing for long.
      if (effect.getComputedTiming().iterations !== Infinity) return []
      const { target } = effect
      const { top, bottom } = target.getBoundingClientRect()
      // What is skipped (content-visibility) runs in name only.
      if (!target.checkVisibility({ contentVisibilityAuto: true })) return []
      const isNear = bottom >= -near && top <= innerHeight + near
      return isNear ? [] : [`${target.tagName.toLowerCase()}.${target.classList.value} moves`]
    })
}
