const BESIDE = 'tbody:not([inert]) tr, [role=tab], .chip, .search input'

/** The row, tab, filter or search at this point of the window, also below the backdrop of a dialog. */
export const besideAt = (x: number, y: number): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(BESIDE)].find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return left <= x && x < right && top <= y && y < bottom
  })
