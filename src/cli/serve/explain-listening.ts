/** Explains why a port cannot be used, in a sentence with a remedy; returns any other error unchanged. */
export function explainListening(
  error: unknown,
  {
    port,
    host,
    prefix = '',
  }: { readonly port: number; readonly host: string; readonly prefix?: 'METRICS_' | '' },
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new Error(
      `Another process listens on port ${port} of ${host}. End it, or set ${prefix}PORT to another port.`,
    );
  if (code === 'EACCES')
    return new Error(
      `The account of the service may not listen on port ${port}. Set ${prefix}PORT to one above 1023.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(
      `This machine has no address ${host} to listen on. Set ${prefix}HOST to one that it has.`,
    );
  return error;
}
