import { ApiError } from './api-error'

/** Returns the file that a call answers with; throws the server's refusal. */
export async function fileOf(
  answer: Promise<Pick<Response, 'ok' | 'status' | 'statusText' | 'text' | 'blob'>>,
): Promise<Blob> {
  const response = await answer
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return response.blob()
}
