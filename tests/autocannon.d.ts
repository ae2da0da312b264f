/** The part of its interface that is used here; the package brings no types. */
declare module 'autocannon' {
  type Options = { url: string; connections: number; duration: number; headers: Record<string, string> };
  type Result = { requests: { average: number }; non2xx: number; errors: number };
  // biome-ignore lint/style/noDefaultExport: as the package has it
  export default function autocannon(options: Options): Promise<Result>;
}
