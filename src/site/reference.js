// Starts the API reference (Scalar) on the page /docs. It loads data from this server only.
Scalar.createApiReference('#reference', {
  url: 'v1/openapi.json',
  // The page may be open under another host name than the one in the document: localhost instead of 127.0.0.1.
  servers: [{ url: new URL('v1', location.href).href, description: 'This installation' }],
  authentication: { preferredSecurityScheme: 'bearer' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
