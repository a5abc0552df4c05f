import { $answered, useOnRetry, useRequest } from '../api/use-request.ts'

/** A request of the overview. What failed is asked for again whenever the server answers the watch. */
export function useFigures<T>(key: string, send: () => Promise<T>) {
  const request = useRequest(key, send)
  useOnRetry(request.failure !== undefined, request.reload, $answered)
  return request
}
