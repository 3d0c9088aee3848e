import { afterEach, expect, test, vi } from "vitest";
import { ApiError, api } from "./api.ts";

afterEach(() => vi.unstubAllGlobals());

const answers = (response: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(response));

test("a network's sign-in page in the server's place is said in plain words", async () => {
  answers(async () => new Response("<!doctype html><p>Room number?"));
  const error = await api.games().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).code).toBe("foreign");
  expect((error as ApiError).message).toBe(
    "Something else answered in the server's place. Check your network and try again.",
  );
});

test("a server that cannot be reached and one that refuses are told apart", async () => {
  answers(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(api.games()).rejects.toMatchObject({ code: "unreachable", status: 0 });
  answers(async () => Response.json({ code: "too-fast", message: "Wait." }, { status: 429 }));
  await expect(api.games()).rejects.toMatchObject({ code: "too-fast", message: "Wait." });
  answers(async () => new Response("Bad gateway", { status: 502 }));
  await expect(api.games()).rejects.toMatchObject({ message: "The server answered 502." });
});
