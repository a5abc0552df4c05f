type Asked = Parameters<typeof fetch>

/** A short name of a request to storage: "get rec/things-1/…", "get prefix=rec/things-1/". */
export function requestName(...[input, init]: Asked): string {
  const url = decodeURIComponent(input instanceof Request ? input.url : input.toString())
  return `${init?.method} ${url.replace(/^.*site:studio[/?]/, '')}`
}
