/** Rows of a page that can be chosen; the first is the usual number. */
export const PAGE_SIZES = [50, 25, 100, 200] as const

/** The number of rows that the URL asks for. */
export const pageSize = (limit: string | undefined): number =>
  PAGE_SIZES.find((size) => String(size) === limit) ?? PAGE_SIZES[0]
