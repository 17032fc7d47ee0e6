import { TestClient } from '../client'

export type Verdict = 'approve' | 'reject'

export function decide(client: TestClient, verdict: Verdict, id: number, json: unknown = {}) {
  return client.request('POST', `/api/admin/videos/${id}/${verdict}`, { json })
}

/** Returns whether a visitor without a session can see the video. */
export async function isPublic(id: number): Promise<boolean> {
  return (await new TestClient().get(`/api/videos/${id}`)).status === 200
}
