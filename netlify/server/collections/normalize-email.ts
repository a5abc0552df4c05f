/** Addresses that differ in case or outer space are the same. */
export const normalizeEmail = (address: string) => address.trim().toLowerCase()
